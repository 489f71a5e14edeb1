-- What people ask for of tables that grow with use.
-- Who is online: sessions that have not ended, of all that ever were.
create index session_not_ended on gateway.session (expires_at) where revoked_at is null;
-- Files of one object, whatever kind of object it is.
create index file_resource_object on base.file_resource (business_id, uploaded_at desc) where removed_at is null;
