-- One-use tickets of all kinds in one table; the browser terminal's move here (those of the last half minute are asked for anew).

create unlogged table platform_ticket (
  ticket_hash bytea primary key,
  purpose text not null,
  user_id text not null,
  session_id text not null,
  subject jsonb not null,
  expires_at timestamptz not null
);
comment on table platform_ticket is 'Rights to open one thing once, where a browser cannot send a bearer token. Unlogged: a crash of the database only means asking for another.';
comment on column platform_ticket.ticket_hash is 'SHA-256 of the ticket, which is kept nowhere.';
comment on column platform_ticket.subject is 'What it opens, as the module that issued it understands.';
create index platform_ticket_expiry on platform_ticket (expires_at);
