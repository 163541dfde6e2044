-- A terminal ends with the sign-in it was opened from. Tickets last 30 seconds: those of a moment ago are asked for anew.
delete from compute_terminal_tickets;
alter table compute_terminal_tickets add column session_id text not null;
