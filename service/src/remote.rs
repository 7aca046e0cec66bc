//! `understudy play --server`: a game that a server keeps, at this terminal. The story is told as it comes, also while
//! somebody is asked; people at other terminals may sit at the same table.

mod files;
mod link;

pub use link::Trouble;

use crate::{
    Error,
    cli::{Dice, PlayArgs},
    fallen, ink, offers,
    own_box::OwnBox,
    play,
    typing::{NO_TEXT, Typed, Typist},
    wire::messages,
};
use catalog::GameKind;
use kernel::{Ink, Seat};
use link::{Link, News};
use proto::v1::{self, decision::Asked, watch_match_response::News as Case};
use std::{
    io::{BufRead, Write},
    time::Duration,
};
use tokio::{sync::mpsc, time::timeout};
use tonic::{Code, Status};

const HELP: &str = "\
  a number       take that action
  the notation   the same in words, such as `attack e1` (with several of your seats: `2: attack e1`)
  8H, 10S, 5     with your own cards and dice: what came; a card is its rank and H, D, S or C, a die its number
  table          show the table again
  hint           what a strong bot would do in your place, and why
  set WHAT       at a real table: put right what went astray, such as `set a1.health 3`; `set ?` says what can be
  card WHAT      a card of your own box that is not in ours, by what is printed on it or its name; `card ?` says how
  undo           take back your last decision, where the match allows it
  export FILE    write what another table can begin with (`--from FILE`): a campaign at a break, a party when it is over
  quit           leave; the match stays on the server
";

/// The story of what we know to have happened should be here by then.
const STORY_MAX: Duration = Duration::from_secs(5);
/// The pause before a story that ended too early is asked for again.
const FOLLOW_AGAIN: Duration = Duration::from_millis(100);

/// Plays on a server until the match is over or the person leaves.
///
/// # Errors
/// If there is no server or match, or the terminal is gone. Wrong input is no error: it gets a sentence.
pub fn play(
    args: PlayArgs,
    input: Box<dyn BufRead + Send>,
    out: &mut (dyn Write + Send),
) -> Result<(), Error> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let played = runtime.block_on(async {
        let mut visit = Visit::open(args, input, out).await?;
        visit.play().await
    });
    // Somebody may still be waiting for a line to be typed.
    runtime.shutdown_background();
    played
}

/// What a person typed, or what made the question old.
enum Heard {
    Line(String),
    Leave,
    /// Others have acted: look again.
    Moved,
}

/// A person at a table of a server.
struct Visit<'a> {
    link: Link,
    out: &'a mut (dyn Write + Send),
    typist: Typist,
    news: mpsc::Receiver<News>,
    match_id: String,
    /// Seats played here.
    seats: Vec<u32>,
    own_box: OwnBox,
    /// The story is told up to this version.
    told: u64,
    /// Versions before our own decisions.
    before: Vec<u64>,
    /// Orders of bots since we were asked last: they are one list.
    orders: u32,
}

/// What our seats may do.
type Choices = Vec<(u32, v1::Action)>;

impl<'a> Visit<'a> {
    async fn open(
        args: PlayArgs,
        input: Box<dyn BufRead + Send>,
        out: &'a mut (dyn Write + Send),
    ) -> Result<Visit<'a>, Error> {
        let remote = args.remote.clone();
        let own_box = OwnBox::open(args.game, args.own_box.as_deref())?;
        let mut link = Link::open(&args.remote).await?;
        let typist = Typist::new(input);
        let (match_id, seats, told) = match remote.match_id {
            Some(match_id) => {
                link.show(&remote.tokens)?;
                let (seats, version) = join(&link, &match_id).await?;
                one_hand_a_screen(args.game, seats.len())?;
                (match_id, seats, version)
            }
            None => {
                link.show(remote.server_key.as_slice())?;
                let (match_id, tokens) = create(&link, &args).await?;
                let all: Vec<String> = tokens.values().cloned().collect();
                link.show(&all)?;
                let shown: String = all.iter().map(|token| format!(" --token={token}")).collect();
                writeln!(
                    out,
                    "match {match_id} on {at}; `help` for help. To come back:\n  understudy play {} --server {at} --match {match_id}{shown}",
                    args.game,
                    at = link.at,
                )?;
                // The first version is that it was made; the story begins after it.
                (match_id, tokens.into_keys().collect(), 1)
            }
        };
        let news = link.follow(&match_id, Some(told + 1));
        Ok(Visit { link, out, typist, news, match_id, seats, own_box, told, before: vec![], orders: 0 })
    }

    async fn play(&mut self) -> Result<(), Error> {
        if self.seats.is_empty() {
            writeln!(self.out, "you look on; `quit` leaves")?;
        }
        loop {
            let now = self.view(None).await.map_err(refused("the match cannot be seen"))?;
            let version = now.r#match.as_ref().map_or(0, |found| found.version);
            self.catch_up(version).await?;
            if let Some(outcome) = now.r#match.as_ref().and_then(|found| found.outcome.as_ref()) {
                self.show_table(&now)?;
                let title = ink::style(Ink::Title);
                writeln!(self.out, "\n{title}{}{title:#}", outcome.summary)?;
                return Ok(());
            }
            let decision = now.decision.clone().unwrap_or_default();
            let stays = match &decision.asked {
                Some(Asked::Seats(asked)) if asked.seats.iter().any(|seat| self.seats.contains(seat)) => {
                    self.ask_action(&now, &decision).await?
                }
                Some(Asked::Chance(asked)) if !self.seats.is_empty() => {
                    self.ask_outcome(&decision, asked, version).await?
                }
                Some(Asked::Seats(_) | Asked::Chance(_)) | None => self.wait(version).await?,
            };
            if !stays {
                return Ok(());
            }
        }
    }

    async fn view(&self, seat: Option<u32>) -> Result<v1::GetViewResponse, Status> {
        let ask = v1::GetViewRequest {
            match_id: self.match_id.clone(),
            with_text: true,
            seat,
            ..v1::GetViewRequest::default()
        };
        self.link.call(ask, |mut client, ask| async move { client.get_view(ask).await }).await
    }

    fn show_table(&mut self, now: &v1::GetViewResponse) -> Result<(), Error> {
        let text = now.view.as_ref().map(|view| view.text.as_str()).unwrap_or_default();
        Ok(writeln!(self.out, "\n{}", text.trim_end())?)
    }

    // --- what happens

    /// Tells the story up to a version we know of.
    async fn catch_up(&mut self, version: u64) -> Result<(), Error> {
        while self.told < version {
            match timeout(STORY_MAX, self.news.recv()).await {
                Ok(Some(news)) => self.print(news)?,
                Ok(None) | Err(_) => {
                    self.told = version;
                }
            }
        }
        Ok(())
    }

    fn print(&mut self, news: News) -> Result<(), Error> {
        let bad = ink::style(Ink::Bad);
        match news {
            News::Lost(why) => {
                writeln!(self.out, "{bad}the connection is lost ({why}); trying again ...{bad:#}")?
            }
            News::Back => writeln!(self.out, "the connection is back")?,
            News::Refused(why) => {
                return Err(refused("the match cannot be followed any longer")(why).into());
            }
            News::Disclosed(told) => match told.news {
                Some(Case::Event(event)) => self.tell_event(&event)?,
                Some(Case::Snapshot(snapshot)) => {
                    self.told = snapshot.r#match.map_or(self.told, |found| found.version);
                }
                Some(Case::Heartbeat(_)) | None => {}
            },
        }
        Ok(())
    }

    fn tell_event(&mut self, event: &v1::Event) -> Result<(), Error> {
        use v1::step::Step;
        let Some(step) = &event.step else { return Ok(()) };
        self.told = self.told.max(step.version);
        let line = match &step.step {
            Some(Step::Action(act)) if act.by_bot && !act.order.is_empty() => {
                let story = event.lines.iter().map(String::as_str);
                return Ok(ink::order(self.out, &mut self.orders, &act.order, story)?);
            }
            Some(Step::Action(act)) => format!("seat {}: {}", act.seat, known(&act.action_id)),
            Some(Step::Chance(fell)) => format!("chance: {}", known(&fell.outcome_id)),
            Some(Step::UndoneTo(_)) => "taken back".to_owned(),
            Some(Step::SeatChanged(changed)) => format!("seat {} has changed hands", changed.seat),
            Some(Step::Closed(_)) => "the match was closed".to_owned(),
            Some(Step::Set(text)) => format!("set: {}", known(text)),
            Some(Step::Card(text)) => format!("card: {}", known(text)),
            None => return Ok(()),
        };
        Ok(ink::step(self.out, &line, &event.lines)?)
    }

    fn heard(&mut self, typed: Typed) -> Result<Heard, Error> {
        match typed {
            Typed::End => Ok(Heard::Leave),
            Typed::NoText => {
                writeln!(self.out, "{NO_TEXT}")?;
                Ok(Heard::Line(String::new()))
            }
            Typed::Line(line) if matches!(line.as_str(), "q" | "quit" | "exit") => Ok(Heard::Leave),
            Typed::Line(line) => Ok(Heard::Line(line)),
        }
    }

    /// A line that is typed, while the story goes on; what was known is of this version.
    async fn hear(&mut self, version: u64) -> Result<Heard, Error> {
        loop {
            let news = tokio::select! {
                biased;
                line = self.typist.line() => {
                    return self.heard(line);
                }
                news = self.news.recv() => news,
            };
            match news {
                Some(news) => self.print(news)?,
                // The match is over, which the next look will show; or the server let go of us.
                None => {
                    tokio::time::sleep(FOLLOW_AGAIN).await;
                    self.news = self.link.follow(&self.match_id, Some(self.told + 1));
                    return Ok(Heard::Moved);
                }
            }
            while let Ok(more) = self.news.try_recv() {
                self.print(more)?;
            }
            if self.told > version {
                return Ok(Heard::Moved);
            }
        }
    }

    /// Others are to act. False to leave.
    async fn wait(&mut self, version: u64) -> Result<bool, Error> {
        match self.hear(version).await? {
            Heard::Leave => Ok(false),
            Heard::Moved => Ok(true),
            Heard::Line(line) => {
                if !line.is_empty() {
                    writeln!(self.out, "it is not your turn; `quit` leaves")?;
                }
                Ok(true)
            }
        }
    }

    // --- what we do

    /// The person decides for one of their seats. False to leave.
    async fn ask_action(
        &mut self,
        now: &v1::GetViewResponse,
        decision: &v1::Decision,
    ) -> Result<bool, Error> {
        let version = now.r#match.as_ref().map_or(0, |found| found.version);
        let choices = self.offer(now, decision).await?;
        loop {
            self.question("which?")?;
            let typed = match self.hear(version).await? {
                Heard::Leave => return Ok(false),
                Heard::Moved => return Ok(true),
                Heard::Line(typed) if typed.is_empty() => continue,
                Heard::Line(typed) => typed,
            };
            if self.command(&typed, decision, version).await? {
                return Ok(true);
            }
            let Some((seat, action)) = chosen(&choices, &typed) else {
                writeln!(
                    self.out,
                    "`{typed}` is none of these. Type a number from 1 to {}, the words of an action, or `help`.",
                    choices.len()
                )?;
                continue;
            };
            self.act(seat, action, decision).await?;
            return Ok(true);
        }
    }

    /// Shows the table and numbers what our seats may do.
    async fn offer(&mut self, now: &v1::GetViewResponse, decision: &v1::Decision) -> Result<Choices, Error> {
        self.show_table(now)?;
        let (strong, dim) = (ink::style(Ink::Strong), ink::style(Ink::Dim));
        writeln!(self.out, "{strong}{}{strong:#}", decision.prompt)?;
        let asked = match &decision.asked {
            Some(Asked::Seats(asked)) => asked.seats.clone(),
            Some(Asked::Chance(_)) | None => vec![],
        };
        let named = now.r#match.as_ref().map(|found| found.seats.as_slice()).unwrap_or_default();
        let mut choices: Choices = vec![];
        for seat in asked.into_iter().filter(|seat| self.seats.contains(seat)) {
            let own = self.view(Some(seat)).await.map_err(refused("the seat cannot be seen"))?;
            let name = named.iter().find(|known| known.seat == seat).map(|known| known.name.as_str());
            writeln!(self.out, "{strong}{}{strong:#}", name.unwrap_or_default())?;
            let shown = own.actions.iter().map(|action| (action.label.as_str(), action.id.as_str()));
            for line in offers::lines(choices.len() + 1, shown) {
                writeln!(self.out, "{:>4}  {:<60} {dim}{}{dim:#}", line.numbers, line.label, line.typed)?;
            }
            choices.extend(own.actions.into_iter().map(|action| (seat, action)));
        }
        Ok(choices)
    }

    async fn act(&mut self, seat: u32, action: String, decision: &v1::Decision) -> Result<(), Error> {
        let ask = v1::ApplyActionRequest {
            match_id: self.match_id.clone(),
            seat,
            decision_id: decision.id.clone(),
            action_id: action,
            request_id: request_id(),
            with_view: false,
        };
        let played = self.link.call(ask, |mut client, ask| async move { client.apply_action(ask).await });
        match played.await {
            Ok(done) => {
                self.before.push(done.version.saturating_sub(done.events.len() as u64));
                self.catch_up(done.version).await
            }
            Err(why) => self.not_done(&why),
        }
    }

    /// The person tells what their own cards and dice showed. False to leave.
    async fn ask_outcome(
        &mut self,
        decision: &v1::Decision,
        asked: &v1::ChanceAsked,
        version: u64,
    ) -> Result<bool, Error> {
        let strong = ink::style(Ink::Strong);
        writeln!(self.out, "{strong}{}{strong:#}", decision.prompt)?;
        if !asked.form.is_empty() {
            writeln!(self.out, "  {}", asked.form)?;
        }
        loop {
            self.question("what came?")?;
            let typed = match self.hear(version).await? {
                Heard::Leave => return Ok(false),
                Heard::Moved => return Ok(true),
                Heard::Line(typed) if typed.is_empty() => continue,
                Heard::Line(typed) => typed,
            };
            if self.command(&typed, decision, version).await? {
                return Ok(true);
            }
            let fallen = v1::Fallen { ids: vec![fallen::plain_suit(&typed)] };
            let ask = v1::ResolveChanceRequest {
                match_id: self.match_id.clone(),
                decision_id: decision.id.clone(),
                outcome: Some(v1::ChanceOutcome {
                    outcome: Some(v1::chance_outcome::Outcome::Fallen(fallen)),
                }),
                request_id: request_id(),
            };
            let told = self.link.call(ask, |mut client, ask| async move { client.resolve_chance(ask).await });
            match told.await {
                Ok(done) => {
                    self.before.push(done.version.saturating_sub(done.events.len() as u64));
                    self.catch_up(done.version).await?;
                    return Ok(true);
                }
                // The server says what it would take instead.
                Err(why) if why.code() == Code::InvalidArgument => writeln!(self.out, "{}", why.message())?,
                Err(why) => {
                    self.not_done(&why)?;
                    return Ok(true);
                }
            }
        }
    }

    /// Carries out a command of the prompt; false if it is none. True also means: show the table again.
    async fn command(&mut self, typed: &str, decision: &v1::Decision, version: u64) -> Result<bool, Error> {
        match typed {
            "help" | "h" | "?" => write!(self.out, "{HELP}")?,
            // Where an action is asked for, the table is shown with the question.
            "table" | "t" | "board" | "board?" => {
                if matches!(decision.asked, Some(Asked::Chance(_))) {
                    let seat = self.seats.first().copied();
                    let now = self.view(seat).await.map_err(refused("the table cannot be seen"))?;
                    self.show_table(&now)?;
                }
            }
            "hint" => self.hint(decision).await?,
            "undo" | "u" => self.undo(version).await?,
            "card" | "card ?" => write!(self.out, "{}", self.own_box.help())?,
            card if card.starts_with("card ") => self.card(card.trim_start_matches("card ")).await?,
            set if set.starts_with("set ") => self.set(set.trim_start_matches("set ")).await?,
            export if export.starts_with("export ") => {
                self.export(export.trim_start_matches("export ")).await?
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    async fn hint(&mut self, decision: &v1::Decision) -> Result<(), Error> {
        let own = match &decision.asked {
            Some(Asked::Seats(asked)) => asked.seats.iter().find(|seat| self.seats.contains(seat)).copied(),
            Some(Asked::Chance(_)) | None => None,
        };
        let Some(seat) = own else { return Ok(writeln!(self.out, "nobody of yours is asked now")?) };
        let match_id = self.match_id.clone();
        let ask = v1::GetHintRequest { match_id, seat: Some(seat), ..v1::GetHintRequest::default() };
        match self.link.call(ask, |mut client, ask| async move { client.get_hint(ask).await }).await {
            Ok(found) => {
                let advice = found.advice.unwrap_or_default();
                let action = advice.action.map(|action| action.id).unwrap_or_default();
                let good = ink::style(Ink::Good);
                Ok(writeln!(self.out, "{good}seat {}: {action}{good:#}\n  {}", advice.seat, advice.reason)?)
            }
            Err(why) => self.not_done(&why),
        }
    }

    async fn set(&mut self, what: &str) -> Result<(), Error> {
        let settings = vec![what.to_owned()];
        self.set_table(v1::SetTableRequest { settings, ..v1::SetTableRequest::default() }).await
    }

    /// A card by what is printed on it, or by its name in the own box.
    async fn card(&mut self, what: &str) -> Result<(), Error> {
        match self.own_box.told(what) {
            Ok(card) => {
                self.own_box.keep(&card)?;
                let cards = vec![card];
                self.set_table(v1::SetTableRequest { cards, ..v1::SetTableRequest::default() }).await
            }
            Err(why) => Ok(writeln!(self.out, "{why}")?),
        }
    }

    async fn set_table(&mut self, ask: v1::SetTableRequest) -> Result<(), Error> {
        let ask = v1::SetTableRequest { match_id: self.match_id.clone(), request_id: request_id(), ..ask };
        match self.link.call(ask, |mut client, ask| async move { client.set_table(ask).await }).await {
            Ok(done) => self.catch_up(done.version).await,
            Err(why) => self.not_done(&why),
        }
    }

    async fn undo(&mut self, version: u64) -> Result<(), Error> {
        let Some(to_version) = self.before.last().copied() else {
            return Ok(writeln!(self.out, "there is nothing of yours to take back")?);
        };
        let ask = v1::UndoActionsRequest {
            match_id: self.match_id.clone(),
            to_version,
            expected_version: version,
            request_id: request_id(),
        };
        match self.link.call(ask, |mut client, ask| async move { client.undo_actions(ask).await }).await {
            Ok(done) => {
                self.before.pop();
                self.catch_up(done.version).await
            }
            Err(why) => self.not_done(&why),
        }
    }

    /// A refusal is a sentence, and the prompt again.
    #[expect(clippy::wildcard_enum_match_arm, reason = "codes of another crate")]
    fn not_done(&mut self, why: &Status) -> Result<(), Error> {
        match why.code() {
            Code::Unavailable | Code::Unknown | Code::Unauthenticated | Code::NotFound => {
                Err(refused("the server does not go on")(why.clone()).into())
            }
            _ => Ok(writeln!(self.out, "{}", why.message())?),
        }
    }

    fn question(&mut self, question: &str) -> Result<(), Error> {
        self.orders = 0;
        write!(self.out, "{question} ")?;
        Ok(self.out.flush()?)
    }
}

/// What is not ours to know comes empty.
fn known(id: &str) -> &str {
    if id.is_empty() { "(hidden)" } else { id }
}

fn refused(what: &'static str) -> impl Fn(Status) -> Trouble {
    move |why| Trouble::Refused { what, why: link::plainly(&why) }
}

fn request_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// A new match: people here in all seats that are not the bots'.
async fn create(
    link: &Link,
    args: &PlayArgs,
) -> Result<(String, std::collections::BTreeMap<u32, String>), Error> {
    use v1::controller::Controller;
    let options = files::options(args)?;
    let count = args.game.seats_with(&options);
    let bots = play::bots(&args.bots, count)?;
    one_hand_a_screen(args.game, usize::from(count).saturating_sub(bots.len()))?;
    let controller = |seat: Seat| v1::Controller {
        controller: Some(match bots.contains(&seat) {
            true => Controller::Bot(messages::bot(args.level)),
            false => Controller::Human(v1::Human::default()),
        }),
    };
    let ask = v1::CreateMatchRequest {
        request_id: request_id(),
        game_id: args.game.to_string(),
        options: options.into_iter().collect(),
        seats: Seat::first(count).map(controller).collect(),
        chance_mode: match args.dice {
            Dice::House => v1::ChanceMode::Server,
            Dice::Mine | Dice::Seats(_) => v1::ChanceMode::External,
        }
        .into(),
        own_dice: match args.dice {
            Dice::House | Dice::Mine => vec![],
            Dice::Seats(own) => own.into_iter().map(|seat| seat.number().into()).collect(),
        },
        // All people sit at this terminal: they may take back what they like, and bots let them act first.
        undo_policy: v1::UndoPolicy::Free.into(),
        bot_order: v1::BotOrder::AfterPeople.into(),
        seed: args.seed,
        ..v1::CreateMatchRequest::default()
    };
    let made = link.call(ask, |mut client, ask| async move { client.create_match(ask).await }).await;
    let made = made.map_err(refused("the match cannot be made"))?;
    let found = made.r#match.ok_or(Trouble::Strange)?;
    Ok((found.match_id, made.seat_tokens))
}

/// The story of a watch is that of one seat: who shares a screen would read the other's cards.
fn one_hand_a_screen(game: GameKind, people: usize) -> Result<(), Error> {
    if game.info().secrets && people > 1 {
        let why = "hands are secret: each joins at a screen of their own with --match and --token; \
                   without --server two can share one";
        return Err(Trouble::Refused { what: "this screen cannot be shared", why: why.to_owned() }.into());
    }
    Ok(())
}

/// The seats that the tokens open, and where the match stands.
async fn join(link: &Link, match_id: &str) -> Result<(Vec<u32>, u64), Error> {
    let ask = v1::GetMatchRequest { match_id: match_id.to_owned() };
    let found = link.call(ask, |mut client, ask| async move { client.get_match(ask).await }).await;
    let found = found.map_err(refused("the match cannot be joined"))?.r#match.ok_or(Trouble::Strange)?;
    let mut own = vec![];
    for seat in &found.seats {
        let ask = v1::GetViewRequest {
            match_id: match_id.to_owned(),
            seat: Some(seat.seat),
            ids_only: true,
            ..v1::GetViewRequest::default()
        };
        match link.call(ask, |mut client, ask| async move { client.get_view(ask).await }).await {
            Ok(_) => own.push(seat.seat),
            Err(why) if matches!(why.code(), Code::PermissionDenied | Code::Unauthenticated) => {}
            Err(why) => return Err(refused("the match cannot be joined")(why).into()),
        }
    }
    Ok((own, found.version))
}

/// What a typed line means: a number, an action in words, or `2: action` for one of several seats.
fn chosen(choices: &Choices, typed: &str) -> Option<(u32, String)> {
    if let Ok(number) = typed.parse::<usize>() {
        return choices.get(number.checked_sub(1)?).map(|(seat, action)| (*seat, action.id.clone()));
    }
    let (wanted, words) = match typed.split_once(':') {
        Some((seat, words)) => (seat.trim().trim_start_matches("seat ").parse::<u32>().ok(), words.trim()),
        None => (None, typed),
    };
    let fits = |(seat, action): &&(u32, v1::Action)| {
        action.id.eq_ignore_ascii_case(words) && wanted.is_none_or(|number| number == *seat)
    };
    choices.iter().find(fits).map(|(seat, action)| (*seat, action.id.clone()))
}
