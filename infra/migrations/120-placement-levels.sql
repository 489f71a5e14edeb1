-- Levels of a course are special items (SCHEME-34): from which score on students come into one, and by which score they came. Tenths.
alter table base.special_item add min_score int check (min_score >= 0);
alter table base.special_item_student add placement_score int check (placement_score >= 0);
