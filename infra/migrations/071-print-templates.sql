-- How transcripts look and what they leave out (SCORE-MORE-37); one default of each type. A print keeps its template in its content.
create table base.score_print_template (
  print_template_id text primary key, print_template_name text not null unique, print_type text not null check (print_type in ('1', '2')), title text, note text,
  show_failed text not null default '1' check (show_failed in ('0', '1')), show_average text not null default '1' check (show_average in ('0', '1')), landscape text not null default '0' check (landscape in ('0', '1')),
  is_default text not null default '0' check (is_default in ('0', '1')), sfqy text not null default '1');
