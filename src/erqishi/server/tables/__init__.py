"""One table: its log (`log`), the state that follows from it (`state`), what is shown when (`staging`, `seen`), the mailbox (`table`)."""
