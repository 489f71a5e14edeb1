-- The draft of a process's next version: one at most. `revision` counts its changes.
create table base.process_draft (
  process_no text primary key, revision int not null, definition jsonb not null, edited_at timestamptz not null, edited_by text not null);
