-- Versions that were scanned in the moment in which their work was published: neither of the two had asked for their rights.

insert into code_rights (work_id, number, content_hash, salt)
select v.work_id, v.number, '0x' || v.tree_digest,
  '0x' || replace(gen_random_uuid()::text, '-', '') || replace(gen_random_uuid()::text, '-', '')
from code_versions v join code_works w on w.id = v.work_id
where w.state = 'online' and v.is_scanned and v.tree_digest <> ''
order by v.created_at
on conflict do nothing;
