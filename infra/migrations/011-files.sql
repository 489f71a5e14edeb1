-- Attachments of business objects. The bytes lie in the file store under their SHA-256; a row is written only when they are durable.
-- A file that was taken away keeps its row: `kept` says that it belonged to a submission, whose history needs it, so its bytes stay as well.
create table base.file_resource (
  relational_id uuid primary key, file_uid text not null, name text not null, file_size bigint not null check (file_size > 0), file_type text not null, digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  business_table text not null, business_id text not null, uploader text not null, uploader_name text not null, uploaded_at timestamptz not null,
  kept boolean not null default false, removed_at timestamptz, removed_by text);
create index file_resource_business on base.file_resource (business_table, business_id, uploaded_at) where removed_at is null;
create index file_resource_digest on base.file_resource (digest);
create index file_resource_uploaded on base.file_resource (uploaded_at desc);

-- Attachments that are just being bound to a submission: nothing is added or taken away meanwhile. A seal that its process left behind ends by itself after a minute.
create table base.file_seal (business_table text not null, business_id text not null, sealed_at timestamptz not null, primary key (business_table, business_id));
