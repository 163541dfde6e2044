-- A look at what a leased machine does is counted beside terminals, with a limit of its own.

alter table compute_terminals add column kind text not null default 'terminal' check (kind in ('terminal', 'cockpit'));
comment on table compute_terminals is 'Terminals and cockpits open now over all processes; a row whose process died falls silent and no longer counts.';
