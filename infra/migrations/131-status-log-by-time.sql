-- The log of students' status is read from its newest end (STUDENT-STATUS-40).
create index student_status_facts_by_time on base.student_status_fact (recorded_at);
create index student_status_facts_taken_back on base.student_status_fact (cancelled_at) where cancelled_at is not null;
create index status_changes_by_time on base.status_change (written_at);
