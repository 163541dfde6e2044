-- A mistyped password must not give a seller's address away: that the machine was once entered there is kept apart from the host key.

alter table compute_offers add column is_entered boolean not null default false;
comment on column compute_offers.is_entered is 'A login of the offer once succeeded at this address. A new login keeps it, a new address does not.';
update compute_offers set is_entered = true where host_key is not null or lease_count > 0;
