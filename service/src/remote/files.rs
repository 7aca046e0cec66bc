//! What goes from one table to another, for a match on a server.

use super::{Visit, v1};
use crate::{Error, cli::PlayArgs, read_handover};
use std::{
    fs::File,
    io::{self, Write as _},
};

/// The options of a new match: those of a file that another table gave out, under those that were typed.
pub(super) fn options(args: &PlayArgs) -> Result<Vec<(String, String)>, Error> {
    let Some(file) = &args.files.from else { return Ok(args.options.clone()) };
    let wrong = |why| Error::Handover { file: file.clone(), why };
    read_handover(file)?.under(args.game, args.options.clone()).map_err(wrong)
}

impl Visit<'_> {
    /// Writes what this table gives out to a file that is not there yet.
    pub(super) async fn export(&mut self, file: &str) -> Result<(), Error> {
        let file = file.trim();
        let ask = v1::ExportMatchRequest { match_id: self.match_id.clone(), with_text: false };
        let found =
            self.link.call(ask, |mut client, ask| async move { client.export_match(ask).await }).await;
        let given = match found {
            Ok(found) => found.handover,
            Err(why) => return self.not_done(&why),
        };
        if given.is_empty() {
            return Ok(writeln!(self.out, "this table gives nothing out now")?);
        }
        match File::create_new(file).and_then(|mut opened| opened.write_all(given.as_bytes())) {
            Ok(()) => writeln!(self.out, "it is in {file}; `--from {file}` begins with it")?,
            Err(why) if why.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(self.out, "{file} is there already; nothing was written")?;
            }
            Err(why) => writeln!(self.out, "{file}: {why}; nothing was written")?,
        }
        Ok(())
    }
}
