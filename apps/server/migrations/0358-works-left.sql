-- The works of who left go when the last person leaves who had them: the market knows by itself whose author is gone.

alter table code_works add column is_left boolean not null default false;
comment on column code_works.is_left is 'Its author''s account is deleted. The work stays for those who have it.';
update code_works set is_left = true where owner_id in (select id from users where deleted_at is not null);
