-- Commands on streams take their id too, so that one id is one command, whatever it is about. Their results stand in the streams.
alter table base.applied_command add column on_stream boolean not null default false;
