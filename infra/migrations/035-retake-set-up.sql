-- Sheets that are to be set up from a frozen make-up list or a published rebuild class, with the command that asked for it first (its actor, ids and time).
create table base.retake_set_up (
  class_id text primary key, score_type text not null check (score_type in ('2', '4')), context jsonb not null, ordered_at timestamptz not null, done_at timestamptz);
create index retake_set_up_open on base.retake_set_up (class_id) where done_at is null;
