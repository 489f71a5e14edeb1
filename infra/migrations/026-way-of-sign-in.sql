-- How the person behind a write came in, and who issued the temporary link that a session came from.
alter table gateway.session add column issued_by text;
alter table base.operation_log add column sign_in_way text, add column sign_in_issued_by text;
alter table base.long_job add column sign_in jsonb;
