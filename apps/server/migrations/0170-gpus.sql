-- GPUs as facts of a machine on offer: which, how many, and how much memory each has.

alter table compute_offers
  add column gpu_model text collate "C",
  add column gpu_count integer check (gpu_count between 1 and 64),
  add column gpu_vram_gb integer check (gpu_vram_gb between 1 and 9999),
  add constraint compute_offers_gpu check (num_nulls(gpu_model, gpu_count, gpu_vram_gb) in (0, 3));
comment on column compute_offers.gpu_model is 'Declared: a value of the options GPU. Null for a machine without GPU, together with count and memory.';
comment on column compute_offers.gpu_vram_gb is 'Memory of each GPU, GB.';

drop trigger compute_offers_card on compute_offers;
create trigger compute_offers_card before update on compute_offers
  for each row when (
    (old.seller_id, old.cpu_cores, old.ram_gb, old.disk_gb, old.bandwidth_mbps, old.os, old.period_days, old.price_fen,
      old.description, old.check_state, old.checked_at, old.differing, old.measured, old.speed_score, old.created_at,
      old.gpu_model, old.gpu_count, old.gpu_vram_gb)
    is distinct from
    (new.seller_id, new.cpu_cores, new.ram_gb, new.disk_gb, new.bandwidth_mbps, new.os, new.period_days, new.price_fen,
      new.description, new.check_state, new.checked_at, new.differing, new.measured, new.speed_score, new.created_at,
      new.gpu_model, new.gpu_count, new.gpu_vram_gb)
  ) execute function compute_next_card_version();

-- Saved searches hear of a changed GPU as of any other fact.
create or replace function note_compute_edit() returns trigger language plpgsql as $$
begin
  perform note_market_change('superPoints', new.id, jsonb_build_object(
    'cpu_cores', old.cpu_cores, 'ram_gb', old.ram_gb, 'disk_gb', old.disk_gb, 'bandwidth_mbps', old.bandwidth_mbps,
    'os', old.os, 'period_days', old.period_days, 'price_fen', old.price_fen,
    'gpu_model', old.gpu_model, 'gpu_count', old.gpu_count, 'gpu_vram_gb', old.gpu_vram_gb));
  return null;
end $$;
drop trigger compute_offers_edited on compute_offers;
create trigger compute_offers_edited after update on compute_offers
  for each row when (new.is_open and old.is_open
    and (old.cpu_cores, old.ram_gb, old.disk_gb, old.bandwidth_mbps, old.os, old.period_days, old.price_fen,
        old.gpu_model, old.gpu_count, old.gpu_vram_gb)
      is distinct from (new.cpu_cores, new.ram_gb, new.disk_gb, new.bandwidth_mbps, new.os, new.period_days, new.price_fen,
        new.gpu_model, new.gpu_count, new.gpu_vram_gb))
  execute function note_compute_edit();

-- Machines with a GPU are few: those of a model are found and counted here. The groupings do not know GPUs.
create index compute_offers_gpu on compute_offers (gpu_model, seq)
  include (gpu_count, gpu_vram_gb, ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, card_version)
  where is_open and gpu_count is not null;

insert into dictionary_entries (group_name, value, label_zh, label_en, position) values
  ('GPU', 'rtx-5090', 'RTX 5090', 'RTX 5090', 1),
  ('GPU', 'rtx-4090', 'RTX 4090', 'RTX 4090', 2),
  ('GPU', 'rtx-4080-super', 'RTX 4080 SUPER', 'RTX 4080 SUPER', 3),
  ('GPU', 'rtx-4080', 'RTX 4080', 'RTX 4080', 4),
  ('GPU', 'rtx-4070', 'RTX 4070', 'RTX 4070', 5),
  ('GPU', 'rtx-3090', 'RTX 3090', 'RTX 3090', 6),
  ('GPU', 'rtx-3080', 'RTX 3080', 'RTX 3080', 7),
  ('GPU', 'rtx-3060', 'RTX 3060', 'RTX 3060', 8),
  ('GPU', 'rtx-2080-ti', 'RTX 2080 Ti', 'RTX 2080 Ti', 9),
  ('GPU', 'rtx-6000-ada', 'RTX 6000 Ada', 'RTX 6000 Ada', 10),
  ('GPU', 'rtx-a6000', 'RTX A6000', 'RTX A6000', 11),
  ('GPU', 'rtx-a5000', 'RTX A5000', 'RTX A5000', 12),
  ('GPU', 'rtx-a4000', 'RTX A4000', 'RTX A4000', 13),
  ('GPU', 'h200', 'H200', 'H200', 14),
  ('GPU', 'h100', 'H100', 'H100', 15),
  ('GPU', 'h20', 'H20', 'H20', 16),
  ('GPU', 'a100', 'A100', 'A100', 17),
  ('GPU', 'a800', 'A800', 'A800', 18),
  ('GPU', 'a40', 'A40', 'A40', 19),
  ('GPU', 'a30', 'A30', 'A30', 20),
  ('GPU', 'a10', 'A10', 'A10', 21),
  ('GPU', 'l40s', 'L40S', 'L40S', 22),
  ('GPU', 'l40', 'L40', 'L40', 23),
  ('GPU', 'l20', 'L20', 'L20', 24),
  ('GPU', 'l4', 'L4', 'L4', 25),
  ('GPU', 'v100', 'V100', 'V100', 26),
  ('GPU', 'p100', 'P100', 'P100', 27),
  ('GPU', 't4', 'T4', 'T4', 28),
  ('GPU', 'other', '其他 NVIDIA', 'Other NVIDIA', 29);
comment on column dictionary_entries.value is 'dictValue on the wire: cpuAndRam "cores-GB", diskSize GB, bandwidth Mbps, OS a stable number, servePeriod days, GPU a stable name';
