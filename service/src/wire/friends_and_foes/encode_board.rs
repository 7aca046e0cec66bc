//! Areas and characters told as a view.

use ::friends_and_foes::{
    queries::Look,
    state::{Char, Used},
    words::{AreaId, AreaSet, CHARS, CharId, Node, SLOTS, Terrain},
};
use kernel::Seat;
use proto::v1::friends_and_foes_view as wire;

pub(super) fn area_ids(of: AreaSet) -> Vec<String> {
    of.iter().map(|area| area.to_string()).collect()
}

/// The names of lasting effects.
pub(super) fn marks(look: Look, bits: u32) -> Vec<String> {
    let all = look.g.content.lasting.iter().filter(|lasting| bits >> lasting.bit & 1 == 1);
    all.map(|lasting| lasting.key.clone()).collect()
}

pub(super) fn areas(look: Look) -> Vec<wire::Area> {
    look.board().areas.iter().map(|id| area(look, id)).collect()
}

fn area(look: Look, id: AreaId) -> wire::Area {
    let board = look.board();
    let (rows, columns) = board.size(id);
    let terrain = |on: &dyn Fn(Terrain) -> AreaSet| {
        let all = Terrain::ALL.iter().filter(|feature| on(**feature).contains(id));
        all.map(|feature| feature.word().to_owned()).collect()
    };
    let added = |feature: Terrain| look.s.added.get(feature.index()).copied().unwrap_or_default();
    let nodes = Node::ALL.iter().flat_map(|node| {
        let count = usize::from(board.nodes(id, *node));
        std::iter::repeat_n(node.word().to_owned(), count)
    });
    let garrison = board.garrisons.iter().position(|area| *area == id);
    let held = garrison.and_then(|at| look.s.held.get(at)?.group());
    wire::Area {
        id: id.to_string(),
        name: board.area_name(id),
        row: id.row().into(),
        column: id.col().into(),
        rows: rows.into(),
        columns: columns.into(),
        adjacent: area_ids(board.adjacent(id)),
        terrain: terrain(&|feature| board.terrain(feature)),
        added_terrain: terrain(&added),
        nodes: nodes.collect(),
        middle: board.middle == id,
        controlled_by: look.controller(id).map(|seat| seat.number().into()),
        garrison_held_by: held.map(u32::from),
        shifting: look.s.shifting == Some(id),
    }
}

pub(super) fn characters(look: Look) -> Vec<wire::Character> {
    let all = (0..CHARS).map(|at| CharId::new(Seat::new((at / SLOTS) as u8), at % SLOTS));
    let there = all.filter(|id| look.g.content.has_body(look.s.char(*id).body));
    there.map(|id| character(look, id)).collect()
}

fn standing(look: Look, id: CharId) -> wire::Standing {
    let played = look.s.round > 1 || !look.s.board.is_empty();
    match (look.s.board.contains(id), look.s.bench.contains(id)) {
        (true, _) => wire::Standing::Board,
        (false, true) => wire::Standing::Bench,
        (false, false) if played && look.s.char(id).health == 0 => wire::Standing::Removed,
        (false, false) => wire::Standing::Unspecified,
    }
}

fn character(look: Look, id: CharId) -> wire::Character {
    let me = look.s.char(id);
    let body = look.g.content.body(me.body);
    let standing = standing(look, id);
    let stood = me.area != AreaId::default() || standing == wire::Standing::Board;
    wire::Character {
        id: id.to_string(),
        name: look.name(id),
        owner: id.seat().number().into(),
        team: look.team(id.seat()).into(),
        card: me.body.to_string(),
        character_class: body.class.map(|class| class.word().to_owned()).unwrap_or_default(),
        level: body.level.into(),
        standing: standing.into(),
        area: if stood { me.area.to_string() } else { String::new() },
        health: me.health.into(),
        full_health: me.sheet.full.into(),
        armor: look.armor(id).into(),
        warding: look.warding(id).into(),
        sprint: look.sprint(id).into(),
        abilities: abilities(look, me),
        moved: me.used.contains(Used::MOVED),
        searched: me.used.contains(Used::SEARCHED),
        attacked: me.used.contains(Used::ATTACKED),
        basic_used: me.used.contains(Used::BASIC),
        second_look_used: me.used.contains(Used::SECOND_LOOK),
        marks: marks(look, me.marks),
        sigil: me
            .sigil
            .map(|sigil| wire::Sigil { card: sigil.card.to_string(), of: sigil.of.number().into() }),
        defender: look.s.defenders.contains(id),
        struck: look.s.struck.contains(id),
        price: if look.s.bench.contains(id) { look.bench_price(id).into() } else { 0 },
    }
}

fn abilities(look: Look, me: &Char) -> Vec<wire::Ability> {
    let known = me.learned().enumerate();
    known
        .map(|(slot, id)| {
            let card = look.g.content.ability(id);
            wire::Ability {
                id: id.to_string(),
                name: card.name.clone(),
                text: card.text.clone(),
                used: me.used.contains(Used::ability(slot)),
                reacted: me.used.contains(Used::reaction(slot)),
                used_this_round: me.used.contains(Used::this_round(slot)),
            }
        })
        .collect()
}
