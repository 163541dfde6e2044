-- A leased machine is made ready after its hand-over: by a recipe of ours, or by a person's own script.

create table compute_scripts (
  id text primary key,
  seq bigint generated always as identity,
  user_id text not null,
  name text not null,
  script_sealed bytea not null,
  created_at timestamptz not null default business_now()
);
comment on table compute_scripts is 'Own scripts that machines are made ready with. A script never changes; who has its id can read and use it.';
create index compute_scripts_user on compute_scripts (user_id, seq);

create table compute_recipe_runs (
  id text primary key,
  seq bigint generated always as identity,
  order_id text not null,
  offer_id text not null,
  buyer_id text not null,
  recipe text not null,
  name text,
  script_sealed bytea,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'unknown')),
  failure text,
  exit_code integer,
  missing text,
  installed text[] not null default '{}',
  attempts integer not null default 0,
  failures integer not null default 0,
  next_attempt_at timestamptz default business_now(),
  created_at timestamptz not null default business_now(),
  started_at timestamptz,
  ended_at timestamptz,
  check ((state = 'failed') = (failure is not null)),
  check ((state in ('done', 'failed')) = (ended_at is not null)),
  check (state not in ('done', 'failed') or next_attempt_at is null)
);
comment on table compute_recipe_runs is 'Runs of recipes on leased machines. The id names the run on the machine, too, where its folder keeps it from beginning twice.';
comment on column compute_recipe_runs.order_id is 'The order whose lease has the machine; a renewal takes the runs along.';
comment on column compute_recipe_runs.recipe is 'Key of a recipe of ours, or id of an own script.';
comment on column compute_recipe_runs.script_sealed is 'The own script as it was when the run was asked for.';
comment on column compute_recipe_runs.state is 'unknown: the machine does not say whether it began or is over; it is asked, and never begun again.';
comment on column compute_recipe_runs.attempts is 'Looks at the machine since the state was entered.';
comment on column compute_recipe_runs.failures is 'Looks in a row that the machine did not answer.';
comment on column compute_recipe_runs.next_attempt_at is 'Business time of the next look at the machine; null: none.';
create index compute_recipe_runs_order on compute_recipe_runs (order_id, seq);
create index compute_recipe_runs_due on compute_recipe_runs (next_attempt_at) where next_attempt_at is not null;
