-- What the message of a row that could not be stored says, field by field: [{field, message}] by wire names; null: of no field, or from before.
alter table base.import_change add column errors jsonb;
