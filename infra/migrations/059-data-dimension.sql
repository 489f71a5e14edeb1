-- What the six dimensions of data scope are called, in which order they stand, and whether new scopes may name them (SYSADMIN-19); the same for functions about students (SYSADMIN-20).
create table base.data_dimension (sjqxbh text primary key check (sjqxbh in ('NJ', 'XQ', 'XSLB', 'DW', 'ZY', 'XZB')), wdmc text not null, sort_num int not null, sfqy text not null default '1' check (sfqy in ('0', '1')));
create table base.student_data_dimension (like base.data_dimension including all);
insert into base.data_dimension (sjqxbh, wdmc, sort_num) values
  ('NJ', '年级', 1), ('XQ', '校区', 2), ('XSLB', '学生类别', 3), ('DW', '单位', 4), ('ZY', '专业', 5), ('XZB', '行政班', 6);
insert into base.student_data_dimension select * from base.data_dimension;
