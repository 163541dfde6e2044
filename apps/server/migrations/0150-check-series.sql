-- The series of machine checks is read a machine and month at a time, and forgotten by age.

create index compute_checks_done on compute_checks (done_at) where state = 'done';
