-- Parameters say what kind of value they have, where they stand on their page, and who may read them (SYSADMIN-03).
alter table base.parameter
  add column para_type text not null default '1' check (para_type in ('1', '2', '3', '4', '5')),
  add column para_options jsonb not null default '[]',
  add column group_name text not null default '其他',
  add column is_public text not null default '0' check (is_public in ('0', '1')),
  add column sort_num int not null default 999;
-- What a school has set itself is not loaded anew by an upgrade: those rows learn their kind here.
update base.parameter set para_type = kind, group_name = grp, is_public = public, sort_num = place
  from (values
    ('schoolName', '1', '登录页与外观', '1', 1), ('schoolEnglishName', '1', '登录页与外观', '1', 2), ('dlbt', '1', '登录页与外观', '1', 3),
    ('zxx', '1', '登录页与外观', '1', 4), ('yxx', '1', '登录页与外观', '1', 5), ('COPYRIGHT', '1', '登录页与外观', '1', 6),
    ('xxlogo', '4', '登录页与外观', '1', 7), ('cdlogo', '4', '登录页与外观', '1', 8), ('dlybj', '4', '登录页与外观', '1', 9),
    ('dlnybj', '4', '登录页与外观', '1', 10), ('sybj', '4', '登录页与外观', '1', 11), ('LOGIN_VRIFY', '3', '登录', '1', 12),
    ('XSFWDZ', '1', '登录', '1', 13), ('SMDLDZ', '1', '登录', '0', 14), ('CJ_JGX', '2', '成绩', '0', 15), ('CJ_BKFDX', '2', '成绩', '0', 16),
    ('CJ_CXFDX', '2', '成绩', '0', 17), ('CJ_BKCS', '2', '成绩', '0', 18), ('CJ_YXGZ', '5', '成绩', '0', 19), ('CJ_YZDZ', '1', '成绩', '0', 20),
    ('RDSXXF', '2', '成绩', '0', 21), ('GXK_JSMSSX', '2', '选课与公选课', '0', 22), ('XKKSSJ', '1', '选课与公选课', '0', 23),
    ('XKJSSJ', '1', '选课与公选课', '0', 24), ('SP_CBTS', '2', '审批', '0', 25), ('SP_CSTS', '2', '审批', '0', 26), ('FJ_MRGS', '2', '附件', '0', 27),
    ('FJ_MRDX', '2', '附件', '0', 28), ('XQZDZS', '2', '教学周', '0', 29)) as known (code, kind, grp, public, place)
  where param_code = code;
update base.parameter set para_options =
    '[{"code":"ZGF","name":"最高分有效"},{"code":"ZHC","name":"最近一次有效"},{"code":"SCJ","name":"首次及格有效"}]' where param_code = 'CJ_YXGZ';

-- How numbers are made (SYSADMIN-07), how far each has counted, and which are kept for somebody for a while (占位) or were used.
create table base.code_rule (
  code_rule_id text primary key, rule_code text not null unique, rule_name text not null, object_type text not null, segments jsonb not null,
  serial_scope text not null check (serial_scope in ('prefix', 'rule')), sample text not null default '', rule_version int not null default 1,
  sfqy text not null default '1');
create unique index code_rule_of_object on base.code_rule (object_type) where sfqy = '1';
-- The last serial number that was given out: by object and what stands before it, or by object and rule.
create table base.code_serial (object_type text not null, counted_by text not null, last bigint not null, primary key (object_type, counted_by));
-- state: 0 kept, 1 used, 2 given back. A number that was ever here is never made again.
create table base.code_reservation (
  object_type text not null, code text not null, rule_code text not null, rule_version int not null, user_name text not null,
  reserved_at timestamptz not null, expires_at timestamptz not null, state text not null default '0' check (state in ('0', '1', '2')),
  primary key (object_type, code));

-- The operation log says under which permission and in which trace something was done (SYSADMIN-15), and nobody changes it afterwards.
alter table base.operation_log add column permission_code text, add column trace_id text;
create index operation_log_user on base.operation_log (user_name, at desc);
create function base.keep_operation_log() returns trigger language plpgsql as $$
begin
  raise exception 'the operation log is only added to';
end $$;
create trigger keep_operation_log before update on base.operation_log for each row execute function base.keep_operation_log();
