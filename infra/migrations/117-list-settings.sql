-- How lists order names: by pinyin, numbers inside of them as numbers.
create collation base.pinyin (provider = icu, locale = 'zh-u-co-pinyin-kn');
-- How each person wants lists (decision 094): columns, rows, page size and saved views, by the name of the list.
create table base.list_setting (
  user_name text not null references base.user_account (user_name) on delete cascade, list_name text not null,
  setting jsonb not null, edit_time timestamptz not null default now(), primary key (user_name, list_name));
