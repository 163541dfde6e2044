-- What was sold of works: one row for each paid order, its hand-over, and what came of it. And archives to download.

create table code_sales (
  order_id text primary key,
  work_id text not null references code_works (id),
  buyer_id text not null,
  licence text not null check (licence in ('personal', 'commercial', 'source-resale')),
  price_fen bigint not null check (price_fen > 0),
  state text not null default 'paid' check (state in ('paid', 'handed-over', 'given-back')),
  paid_at timestamptz not null default business_now(),
  handed_over_at timestamptz check ((state <> 'handed-over') or handed_over_at is not null),
  fetched_at timestamptz,
  refund_reason text,
  refund_words text
);
comment on table code_sales is 'paid: the row is its own queue, a sweep hands it over; handed-over: the grant is there; given-back: refunded, the grant is gone.';
comment on column code_sales.fetched_at is 'When the buyer first cloned, fetched or downloaded it.';
create index code_sales_waiting on code_sales (paid_at) where state = 'paid';
create index code_sales_buyer on code_sales (buyer_id, work_id);
create index code_sales_work on code_sales (work_id, paid_at desc);

create table code_archives (
  work_id text not null,
  number integer not null,
  bytes bigint not null,
  sha256 text not null,
  blob_key text not null,
  primary key (work_id, number),
  foreign key (work_id, number) references code_versions (work_id, number)
);
comment on table code_archives is 'The files of a version as one .tar.gz, made when somebody first asks for it; the blob is under blob_key.';
