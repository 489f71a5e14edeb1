-- Registration of each semester, payment, and the days whose states are frozen (STUDENT-STATUS-03, 04, 17, 24).
create table base.registration_time (
  registration_time_id text primary key, semester_id text not null unique references base.semester (xnxq), begin_time timestamptz not null, end_time timestamptz not null,
  sfqy text not null default '1');

-- What finance sends; amounts in hundredths of a yuan. What was paid too much for one thing pays nothing else.
create table base.payment (
  payment_id text primary key, student_code text not null references base.student (student_code), xnzj text not null,
  expense_category_code text not null references base.expense_category (expense_category_code), payable_amount int not null, pay_amount_fee int not null, reduce_amount int,
  arrears int not null generated always as (greatest(0, payable_amount - coalesce(reduce_amount, 0) - pay_amount_fee)) stored,
  arrears_sign text not null generated always as (case when payable_amount - coalesce(reduce_amount, 0) - pay_amount_fee > 0 then '1' else '0' end) stored,
  pay_time timestamptz, unique (student_code, xnzj, expense_category_code));
create index payment_of_year on base.payment (xnzj, arrears_sign);
create index payment_category on base.payment (expense_category_code);

create table base.registration (
  registration_id text primary key, student_code text not null references base.student (student_code), semester_id text not null references base.semester (xnxq),
  register_status text not null default '0', register_way text, register_time timestamptz, paid_status text not null default '2', green_channel text not null default '0',
  delay_reason text, delay_to date, refuse_reason text, unique (student_code, semester_id));
create index registration_by_status on base.registration (semester_id, register_status);

-- '0' owes something of this year or one before, '1' owes nothing, '2' there are no bills (paidStatus of the contracts).
create function base.paid_status(student text, year text) returns text language sql stable as $$
  select case when count(*) = 0 then '2' when bool_or(arrears > 0) then '0' else '1' end from base.payment where student_code = student and xnzj <= year $$;
create function base.note_paid_status() returns trigger language plpgsql as $$
begin
  new.paid_status := base.paid_status(new.student_code, (select xnzj from base.semester where xnxq = new.semester_id));
  return new;
end $$;
create trigger note_paid_status before insert on base.registration for each row execute function base.note_paid_status();
create function base.tell_paid_status() returns trigger language plpgsql as $$
begin
  update base.registration told set paid_status = base.paid_status(told.student_code, semester.xnzj)
    from base.semester
   where semester.xnxq = told.semester_id and told.student_code in (old.student_code, new.student_code)
     and told.paid_status is distinct from base.paid_status(told.student_code, semester.xnzj);
  return null;
end $$;
create trigger tell_paid_status after insert or update or delete on base.payment for each row execute function base.tell_paid_status();

create table base.backup_day (
  backup_day_id text primary key, backup_name text not null unique, backup_date date not null, report_type text, backup_status text not null default '0', student_num int,
  taken_time timestamptz);
-- The state of each student as it was known when the backup was taken, with what tables of the year need; written once.
create table base.backup_student (
  backup_day_id text not null references base.backup_day (backup_day_id), student_code text not null, status text not null, in_school boolean not null, bjdm text not null,
  njzydm text not null, njdm text not null, dwh text not null, zydm text not null, xqdm text not null, student_type text not null, change_type text, since date, xbm text not null,
  nation_code text, birth_date date, source_place text, pyccm text not null, primary key (backup_day_id, student_code));
create function base.refuse_backup_change() returns trigger language plpgsql as $$
begin
  raise exception 'a backup is never changed';
end $$;
create trigger refuse_backup_change before update or delete on base.backup_student for each statement execute function base.refuse_backup_change();
