-- Answers kept with an Idempotency-Key may say what is sealed everywhere else, so they are sealed as well.

delete from platform_idempotency;
alter table platform_idempotency drop column answer;
alter table platform_idempotency add column answer_sealed bytea;
comment on column platform_idempotency.body_hash is 'Keyed: the content of a call may be short enough to be guessed.';
