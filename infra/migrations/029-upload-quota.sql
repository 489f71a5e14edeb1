-- What a person has uploaded today, taken away again or not.
create index file_resource_uploader on base.file_resource (uploader, uploaded_at);
