-- A notice says where it leads by name; the site turns the name into an address. Until now the server wrote a path, and
-- some of these paths opened the wrong tab. Of orders the key tells which one it was about.
alter table notices alter column link type jsonb using case
  when kind in ('orders.paid', 'orders.refunded') then jsonb_build_object('to', 'order', 'id', split_part(key, ':', 2))
  when link like '/personal-center/conversations/%' then jsonb_build_object('to', 'conversation', 'id', split_part(link, '/', 4))
  when kind in ('compute.lease-begun-buyer', 'compute.lease-ended-buyer', 'compute.lease-expires-soon')
    then '{"to": "rented-machines"}'::jsonb
  when link = '/personal-center/my-calculate' then '{"to": "shared-machines"}'::jsonb
  when link = '/personal-center/my-purse' then '{"to": "purse"}'::jsonb
  when link = '/personal-center/my-purse/alipayBill' then '{"to": "bill"}'::jsonb
  when link = '/personal-center/profile/sessions' then '{"to": "sessions"}'::jsonb
  when link = '/personal-center/profile/account' then '{"to": "account"}'::jsonb
end;
