-- The market by what a day costs. Price and period ride along so that a page is found in the index alone.

create index compute_offers_per_day on compute_offers ((price_fen * 1000000 / period_days), seq)
  include (price_fen, ram_gb, cpu_cores, os, period_days, disk_gb, bandwidth_mbps, card_version) where is_open;
