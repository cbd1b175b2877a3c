"""Many calls at once: worker processes of this machine, pools of them, and Ray clusters."""
