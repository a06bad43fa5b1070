#!/bin/sh
# Run by the image of PostgreSQL once, when its volume is empty. For any other PostgreSQL run the statements below as its administrator.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --dbname postgres \
  --set owner_password="$OWNER_DB_PASSWORD" --set app_password="$APP_DB_PASSWORD" <<'SQL'
create role vidya_owner login password :'owner_password';
create role vidya_app login password :'app_password';
create database vidya owner vidya_owner encoding 'UTF8' template template0;
SQL
