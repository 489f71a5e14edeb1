-- Parked events of a read model are tried again on request.
alter table projection.request drop constraint request_kind_check;
alter table projection.request add constraint request_kind_check check (kind in ('rebuild', 'cancel', 'replay'));
