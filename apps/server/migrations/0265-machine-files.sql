-- Files of a machine on lease: each one on its way is counted beside terminals, and its buyer's use of them is logged.

alter table compute_terminals drop constraint compute_terminals_kind_check;
alter table compute_terminals add constraint compute_terminals_kind_check
  check (kind in ('terminal', 'cockpit', 'transfer'));
comment on table compute_terminals is 'Terminals, cockpits and files on their way now over all processes; a row whose process died falls silent and no longer counts.';

alter table compute_access_reads drop constraint compute_access_reads_via_check;
alter table compute_access_reads add constraint compute_access_reads_via_check
  check (via in ('credentials', 'terminal', 'files'));
comment on table compute_access_reads is 'Each reading of a machine''s login, each opened terminal, and the use of its files once an hour; nothing of what was done there.';
