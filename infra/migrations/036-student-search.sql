-- Students are found by any part of number, name or pinyin: one text in lower case, because comparing without regard to case folds each row anew.
-- Its characters are indexed for names; a trigram index drops Chinese characters where the database's character type is C.
alter table base.student add column search_text text generated always as (lower(student_number || chr(10) || student_name || chr(10) || coalesce(xmpy, ''))) stored;
create index student_characters on base.student using gin (string_to_array(search_text, null));
