-- A seller contests a silence before it is paid back: a case that goes straight to the desk (ADR 19).

alter table compute_silences drop constraint compute_silences_state_check;
alter table compute_silences add check (state in ('open', 'over', 'settled', 'kept'));
alter table compute_silences add check (state <> 'kept' or refund_fen = 0);
comment on table compute_silences is 'A stretch of minutes in which a leased machine did not answer although our network was sound; unknown minutes within it are not counted. Over: it waits to be paid back. Settled: paid back, or too short. Kept: contested, and ruled to stay earned by the seller.';

alter table compute_faults add column silence_at timestamptz;
alter table compute_faults add foreign key (order_id, silence_at) references compute_silences (order_id, first_minute);
alter table compute_faults drop constraint compute_faults_reason_check;
alter table compute_faults add check (reason in ('unreachable', 'downtime', 'slow', 'differs', 'login', 'other', 'silence'));
alter table compute_faults add check ((reason = 'silence') = (silence_at is not null));
alter table compute_faults add constraint compute_faults_contest_states
  check (silence_at is null or state in ('handed', 'ruled', 'lapsed'));
comment on column compute_faults.silence_at is 'Begin of the silence that the seller contests; null for what a buyer reports. While the case is open the silence is not paid back.';

drop index compute_faults_one_open;
create unique index compute_faults_one_open on compute_faults (order_id) where ended_at is null and silence_at is null;
create unique index compute_faults_one_contest on compute_faults (order_id, silence_at) where silence_at is not null;

alter table compute_fault_rulings add column goes_back boolean;
comment on column compute_fault_rulings.goes_back is 'Of a contested silence: whether it goes back. Its money is that of the silence, and refund_fen is 0. Null for what a buyer reported.';
alter table compute_fault_rulings add check (goes_back is null or refund_fen = 0);
