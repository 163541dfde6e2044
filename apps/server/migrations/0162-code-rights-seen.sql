-- An author may have signed another commitment to the same content than the one they were asked for. Its salt is not known
-- here, so the certificate names neither.
alter table code_rights add column is_commitment_seen boolean not null default true;
comment on column code_rights.is_commitment_seen is 'Whether the commitment of this row was read from the chain. False: its author revealed the content by another one.';
