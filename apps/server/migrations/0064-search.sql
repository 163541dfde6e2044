-- Text search in Chinese and English that needs nothing but PostgreSQL itself: no word splitter, no extension.

create function search_terms(body text) returns table (term text, is_han boolean)
  language sql immutable parallel safe as $$
  select m[1], m[1] ~ '^[\u3400-\u4dbf\u4e00-\u9fff]'
  from regexp_matches(lower(normalize(coalesce(body, ''), nfkc)),
    '([\u3400-\u4dbf\u4e00-\u9fff]+|[a-z0-9+#]+(?:\.[a-z0-9+#]+)*)', 'g') m
$$;
comment on function search_terms(text) is 'Runs of Chinese characters, and English words or numbers, in lower case.';

create function search_vector(body text) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(array(
    select distinct w from search_terms(body) t cross join lateral (
      select t.term as w where not t.is_han
      union all
      select substr(t.term, i, n) from generate_series(1, char_length(t.term)) i, (values (1), (2)) as s (n)
      where t.is_han and i + n - 1 <= char_length(t.term)
    ) x))
$$;
comment on function search_vector(text) is 'What a text is found by: single characters and bigrams of Chinese, words of English.';

create function search_query(asked text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(part, ' & ')::tsquery from (
    select '''' || t.term || ''':*' as part from search_terms(asked) t where not t.is_han
    union all
    select '''' || t.term || '''' from search_terms(asked) t where t.is_han and char_length(t.term) = 1
    union all
    select '''' || substr(t.term, i, 2) || '''' from search_terms(asked) t, generate_series(1, char_length(t.term) - 1) i
    where t.is_han
  ) parts
$$;
comment on function search_query(text) is 'All of these: beginnings of English words, bigrams of Chinese. Null, which nothing matches, for a text without either.';

create function search_holds(body text, asked text) returns boolean language sql immutable parallel safe as $$
  select coalesce(bool_and(position(t.term in lower(normalize(body, nfkc))) > 0), true)
  from search_terms(asked) t where t.is_han and char_length(t.term) > 2
$$;
comment on function search_holds(text, text) is 'The recheck: bigrams that are there apart are no longer word.';
