-- A machine from which a session of ours gets bytes is up, whatever its port says to others (ADR 19).

alter table compute_terminals add column heard_at timestamptz;
comment on column compute_terminals.heard_at is 'When bytes last came from the machine, by the wall clock.';
