-- Which message a file was sent with: asked at each download and each sending, and when a file is deleted.

create index conversation_messages_file on conversation_messages (file_id) where file_id is not null;
