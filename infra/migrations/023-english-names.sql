-- English names of units and majors, for English transcripts; without one the Chinese name is printed.
alter table base.department add column dwywmc text;
alter table base.major add column zyywmc text;
