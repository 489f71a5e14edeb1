-- Where a student's family is from, and where he took the entrance examination: codes of the administrative divisions (PICKERS-092).
alter table base.student add native_place text, add source_place text;
