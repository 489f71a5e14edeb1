-- The operation log also has what was only looked at: whole personal values and exports (decision 056). Null: a change.
alter table base.operation_log add column looked jsonb;
