-- Advice on a price looks at the leases of the last days, not at all there ever were.

create index compute_leases_started on compute_leases (serve_start_at, offer_id) where serve_start_at is not null;
