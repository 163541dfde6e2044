-- What is public of a seller is counted from their leases.
create index compute_leases_seller on compute_leases (seller_id, paid_at);
