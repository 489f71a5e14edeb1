-- Captcha pictures that were handed out: shared by all gateways, each good for one attempt.
create unlogged table gateway.captcha (uuid text primary key, answer_hash text not null, expires_at timestamptz not null);
