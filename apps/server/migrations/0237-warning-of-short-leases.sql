-- Leases of up to a day have a warning of their own, shortly before their end.
comment on column compute_leases.warned_days is 'The tightest expiry warning told so far (7, 3 or 1; 0: the one of a lease of up to a day).';
