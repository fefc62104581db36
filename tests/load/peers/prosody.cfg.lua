-- Prosody as a benchmark meets it: no TLS, no limits, group chat with its archive in PostgreSQL. Names in capitals between
-- @ are filled in by xmpp/prosody.ts.
pidfile = "@FOLDER@/prosody.pid"
data_path = "@FOLDER@"
log = { warn = "@FOLDER@/prosody.log" }
network_backend = "epoll"
interfaces = { "127.0.0.1" }
c2s_ports = { @PORT@ }
s2s_ports = {}
modules_enabled = { "disco", "roster", "saslauth", "ping" }
modules_disabled = { "s2s", "limits", "offline" }
c2s_require_encryption = false
allow_unencrypted_plain_auth = true
authentication = "internal_plain"
storage = "sql"
sql = {
  driver = "PostgreSQL";
  host = "127.0.0.1";
  port = @SQL_PORT@;
  database = "@SQL_DATABASE@";
  username = "@SQL_USER@";
  password = "@SQL_PASSWORD@";
}
VirtualHost "localhost"
Component "conference.localhost" "muc"
  modules_enabled = { "muc_mam" }
  muc_log_by_default = true
  muc_log_expires_after = "never"
  muc_room_locking = false
  muc_room_cache_size = 10000
  muc_room_default_history_length = 0
  muc_room_default_persistent = true
  muc_room_default_presence_broadcast = { visitor = false; participant = false; moderator = false }
